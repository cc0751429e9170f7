"""The travel vial on the way: beside a passport and a penny.  blender -b -P scene_trip.py"""
import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from loamset import *
start(17); world('#D6D8D0', .45); bpy.context.scene.cycles.max_bounces = 12; bpy.context.scene.cycles.transmission_bounces = 12
m = mat('oak', '#857763', .48, spec=.35); nt = m.node_tree; N, L = nt.nodes.new, nt.links.new
tc, mp, n, r = N('ShaderNodeTexCoord'), N('ShaderNodeMapping'), N('ShaderNodeTexNoise'), N('ShaderNodeValToRGB')
mp.inputs['Scale'].default_value = (9, .55, 9); n.inputs['Scale'].default_value = 1.3; n.inputs['Detail'].default_value = 9; n.inputs['Roughness'].default_value = .62; n.inputs['Distortion'].default_value = .7
L(tc.outputs['Object'], mp.inputs['Vector']); L(mp.outputs[0], n.inputs['Vector']); L(n.outputs['Fac'], r.inputs[0])
e = r.color_ramp.elements; e[0].position, e[0].color = .30, (*(x * .55 for x in srgb('#857763')), 1); e[1].position, e[1].color = .68, (*(x * 1.2 for x in srgb('#857763')), 1)
L(r.outputs[0], nt.nodes['Principled BSDF'].inputs['Base Color'])
slab('table', 30, 20, .3, m, .03); z = .3
# a passport, 88 x 125 mm: two covers of grained cloth with rounded corners, pages between them
book = empty('passport', (-.75, .35, z), (0, 0, math.radians(13))); W, H = 2.75, 3.91
cloth = mat('cloth', '#2F3A2E', .58, spec=.35, bump=.55, bump_scale=95); leaf = mat('leaves', '#DDD8C8', .9)
def rounded(w, h, t, rad, m, zz):
    bm = bmesh.new(); pts = []
    for cx, cy, a0 in ((w / 2 - rad, h / 2 - rad, 0), (-w / 2 + .04, h / 2 - .04, 90), (-w / 2 + .04, -h / 2 + .04, 180), (w / 2 - rad, -h / 2 + rad, 270)):
        q = rad if cx > 0 else .04
        for i in range(9): a = math.radians(a0 + 90 * i / 8); pts.append((cx + q * math.cos(a), cy + q * math.sin(a), zz))
    f = bm.faces.new([bm.verts.new(p) for p in pts]); x = bmesh.ops.extrude_face_region(bm, geom=[f])
    bmesh.ops.translate(bm, vec=(0, 0, t), verts=[v for v in x['geom'] if isinstance(v, bmesh.types.BMVert)]); bmesh.ops.recalc_face_normals(bm, faces=bm.faces[:])
    o = bm_object('cover', bm, m, auto=40); o.parent = book; b = o.modifiers.new('b', 'BEVEL'); b.width = .008; b.segments = 3; return o
rounded(W, H, .022, .12, cloth, 0); rounded(W - .03, H - .03, .085, .11, leaf, .022); rounded(W, H, .024, .12, cloth, .107)
gold = mat('gold', '#C79B4A', .32, metal=1); on = Print(lambda x, y: (x, y, .1325), gold, book)
on.text('PASSPORT', 0, -1.42, .30, track=1.16, align='CENTER')
for i in range(5):                                              # a plain globe of lines
    a = -.6 + .3 * i; w = math.sqrt(max(0, .72 ** 2 - a * a)); on.rect(-w, .42 + a, 2 * w, .016)
for k in (.001, .36, .72):
    for s in (-1, 1) if k > .01 else (1,):
        bm = bmesh.new(); prev = None
        for i in range(49):
            t = math.pi * i / 48; x, y = s * k * math.sin(t), .72 * math.cos(t) + .42; d = .011
            row = (bm.verts.new((x - d, y, 0)), bm.verts.new((x + d, y, 0)))
            if prev: bm.faces.new((prev[0], row[0], row[1], prev[1]))
            prev = row
        on._p(place_bm(bm, lambda a, b: on.fn(a, b), gold))
v = vial((0, 0, 0), (0, 0, 0), 'ds', cap_mats=capsule_mats('ds')); v.rotation_euler = (0, math.pi / 2, math.radians(107)); v.location = (1.98, -1.62, z + .44)
penny((.95, -2.05, z), (0, 0, .5))
sun((.80, .30, -.58), 3.1, 1.4, '#FFEBCB'); softbox((-4, 3.0, 5), (0, 0, .3), 1.6, 3.4, 130, '#FFF6E6'); softbox((4, 1, 4), (0, 0, .4), .6, 3, 50, '#EAF3FF')
camera((.45, -6.6, 8.2), (.38, .16, .4), 64, fstop=5, focus=(.5, -.4, .7))
portrait('travel-passport', 14)
