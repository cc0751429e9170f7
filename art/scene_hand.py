"""Hands, which show how large things are.  blender -b -P scene_hand.py -- palm|vial"""
import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from loamset import *
from hand import *
item = sys.argv[-1]

def stone(z=.3):
    studio(21, floor_y=60, sky='#DDE3DC', light=.5)
    for o in [x for x in bpy.context.scene.objects if x.type == 'LIGHT']: bpy.data.objects.remove(o)
    slab('stone', 60, 60, z, rammed_earth('re', [(0, '#CFD2C4'), (.5, '#C6CABC')], 1.6, .09, 5.1, .3, .35), .03)
    sun((.80, -.42, -.66), 3.4, 1.8); softbox((-5, 3.5, 6), (0, 0, .8), 1.6, 3.6, 110, '#FFF6E6'); softbox((5, -2, 5), (0, 0, .8), .8, 3, 40, '#EAF3FF')

def sleeve(wrist, col, **kw):
    o = cuff(wrist, weave('sleeve', col, 130, slub=.25), **kw); nu = 180
    lay_uv(o, lambda i: ((i % nu) / nu * 1.3, (i // nu) / 150 * .72)); return o

if item == 'palm':
    stone(); h = Hand(skin()); open_palm(h)
    e = h.finish((1.0, -2.35, 1.6), (math.pi, math.radians(2), math.radians(-90 + 26)))
    bvh, p = surface(h.posed); e.location.z -= min(q.z for q in p) - .31; bvh, p = surface(h.posed)
    sleeve(e, '#5F6358')
    at = e.matrix_world @ Vector(((.35 - WRIST) * SIZE, -.06 * SIZE, 0))
    loc, rot = lay(bvh, at.x, at.y, .25, .137, math.radians(28))
    c = nested_capsule(*capsule_mats('ds'), seg=96, loc=loc, rot=rot)
    camera((.1, -5.2, 13.6), (.02, .12, .75), 66)
    render('hand-capsule', 720, 900, 96, limit=0, noise=.02)
elif item == 'vial':
    stone(); h = Hand(skin('skin', (.52, .42, .37), (.86, .76, .69), 1.25, .84))
    R = .40 / SIZE; d = Vector((.13, -1, -.03)).normalized()
    h.bend('thumb', 10, 12, 4, side=6); start = hold(h, (-.68, .93, -.10 - R), d, R * 1.03)
    e = h.finish((1.3, -2.3, 1.6), (math.pi, math.radians(-6), math.radians(-90 + 34)))
    bvh, p = surface(h.posed); e.location.z -= min(q.z for q in p) - .31; bpy.context.view_layer.update()
    v = vial((0, 0, 0), (0, 0, 0), 'ds', cap_mats=capsule_mats('ds')); W = e.matrix_world
    z = (W.to_3x3() @ d).normalized(); n = Vector((0, -.75, 1)); n = (n - z * n.dot(z)).normalized(); x = (-n).cross(z)
    v.matrix_world = Matrix.Translation(W @ ((start - Vector((WRIST, 0, 0))) * SIZE)) @ Matrix((x, -n, z)).transposed().to_4x4()
    sleeve(e, '#C9BFA8')
    camera((.1, -6.2, 13), (.0, .2, .9), 66)
    render('hand-vial', 720, 900, 96, limit=0, noise=.02)
