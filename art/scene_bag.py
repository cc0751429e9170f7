"""The travel vial in an open canvas pouch, with a toothbrush and a rolled washcloth.  blender -b -P scene_bag.py"""
import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from loamset import *
from cloth import *

W, H, NU, NV = 6.4, 4.3, 72, 48                        # the pouch: 205 x 138 mm; NU and NV faces across and from seam to mouth
random.seed(5); studio(21, floor_y=60, sky='#DDE3DC', light=.5)
for o in [x for x in bpy.context.scene.objects if x.type == 'LIGHT' or x.name == 'sweep']: bpy.data.objects.remove(o)
slab('stone', 60, 60, .3, rammed_earth('re', [(0, '#CFD2C4'), (.5, '#C6CABC')], 1.6, .09, 5.1, .3, .35), .03).location.z = -.3

# ------------------------------------------------------------ what is in it
TURN = math.radians(17); bag = empty('bag', (-.45, 1.0, 0), (0, 0, TURN))
v = vial((0, 0, 0), (0, 0, 0), 'ds', cap_mats=capsule_mats('ds')); v.parent = bag
z = Vector((.26, -1, -.0)).normalized(); n = Matrix.Rotation(-TURN, 3, 'Z') @ Vector((-.1, -.55, 1)); n = (n - z * n.dot(z)).normalized()
lies = Matrix.Translation((.42, -.30, .475)) @ Matrix(((-n).cross(z), -n, z)).transposed().to_4x4(); v.matrix_local = lies
linen = weave('linen', '#D9D2C0', 42); roll = []
for i in range(240):                                    # a washcloth rolled up: a spiral with a thickness
    t = i / 239; a = t * 2 * math.pi * 3.4; r = .10 + .42 * t; roll.append((r * math.cos(a), r * math.sin(a)))
N = 60; pts = [(-1.25 + 2.5 * j / N + .02 * math.sin(i * .3), x * (1 + .03 * math.sin(j * .35 + i * .05)), y) for i, (x, y) in enumerate(roll) for j in range(N + 1)]
c = mesh('washcloth', pts, [(i * (N + 1) + j, i * (N + 1) + j + 1, (i + 1) * (N + 1) + j + 1, (i + 1) * (N + 1) + j) for i in range(239) for j in range(N)], linen, auto=80)
lay_uv(c, lambda k: ((k % (N + 1)) / N * 2.5, (k // (N + 1)) / 239 * 6.0)); s = c.modifiers.new('s', 'SOLIDIFY'); s.thickness = .075
c.parent = bag; c.location = (-1.25, -.62, .58); c.rotation_euler = (1.0, 0, math.radians(64))
brush = toothbrush(bag); brush.location = (1.85, .2, .10); brush.rotation_euler = (0, math.radians(1.5), math.radians(-78))

# ------------------------------------------------------------ the pouch
def solid(name, r, l, at):
    o = lathe(name, [(1e-4, 0), (r, 0), (r, l), (1e-4, l)], mat('x', '#000000'), 40); o.parent = bag; o.matrix_local = at; o.hide_render = True; bodies.append(o)
bodies = []
solid('vial', .44, 2.98, lies)
solid('roll', .58, 2.6, Matrix.Translation(c.location) @ c.rotation_euler.to_matrix().to_4x4() @ Matrix.Rotation(math.pi / 2, 4, 'Y') @ Matrix.Translation((0, 0, -1.3)))
solid('handle', .13, 5, Matrix.Translation((1.85, .2, .15)) @ Matrix.Rotation(math.radians(-78), 4, 'Z') @ Matrix.Rotation(math.pi / 2, 4, 'Y') @ Matrix.Translation((0, 0, -1.6)))
pouch = sewn(W, H, NU, NV, 1.5); pouch.parent = bag
settle(pouch, bodies, 60)
finish_pouch(pouch, W, H, NU, NV, '#5A5242')

sun((.80, -.42, -.62), 3.4, 1.8); softbox((-5, 3.5, 6), (0, 0, .4), 1.6, 3.6, 110, '#FFF6E6'); softbox((5, -2, 5), (0, 0, .4), .8, 3, 40, '#EAF3FF')
camera((.44, -5.7, 12.1), (.42, .42, .25), 60)
render('travel-pouch', 720, 900, 72, limit=0, noise=.025)
