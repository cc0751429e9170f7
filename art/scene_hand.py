"""Hands, which show how large things are.  blender -b -P scene_hand.py -- palm|vial"""
import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from loamset import *
from hand import *
item = sys.argv[-1]

def stone(z=.3):
    studio(21, floor_y=9, sky='#DDE3DC', light=.5)
    for o in [x for x in bpy.context.scene.objects if x.type == 'LIGHT']: bpy.data.objects.remove(o)
    slab('stone', 30, 22, z, rammed_earth('re', [(0, '#CFD2C4'), (.5, '#C6CABC')], 1.6, .09, 5.1, .3, .35), .03)
    sun((.80, -.42, -.66), 3.4, 1.8); softbox((-5, 3.5, 6), (0, 0, .8), 1.6, 3.6, 110, '#FFF6E6'); softbox((5, -2, 5), (0, 0, .8), .8, 3, 40, '#EAF3FF')

def sleeve(wrist, col, **kw):
    o = cuff(wrist, weave('sleeve', col, 75), **kw); nu = 180
    lay_uv(o, lambda i: ((i % nu) / nu * 1.3, (i // nu) / 150 * .72)); return o

if item == 'palm':
    stone(); h = Hand(skin()); open_palm(h)
    e = h.finish((1.05, -2.5, 1.6), (math.pi, math.radians(4), math.radians(-90 + 24)))
    bvh, p = surface(h.posed); e.location.z -= min(q.z for q in p) - .31; bvh, p = surface(h.posed)
    sleeve(e, '#8A8F84')
    at = e.matrix_world @ Vector(((.35 - 1.58) * SIZE, -.06 * SIZE, 0))
    loc, rot = lay(bvh, at.x, at.y, .25, .137, math.radians(28))
    c = nested_capsule(*capsule_mats('ds'), seg=96, loc=loc, rot=rot)
    camera((.3, -7.6, 11.5), (.12, .28, .9), 62)
    portrait('hand-capsule', 64)
